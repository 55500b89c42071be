import { objects } from '../api/listOfObjects.ts'

/**
 * Returns the bytes that a browser, a wallet or an extension has given in any container: a buffer,
 * a view of one, a list, or what JSON has made of one. Undefined if it is not bytes.
 */
export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength).slice()
  // one of another frame is an instance of another class
  if (/ArrayBuffer\]$/.test(Object.prototype.toString.call(value))) return new Uint8Array(value as ArrayBuffer).slice()
  const [holder] = objects<{ type?: unknown; data?: unknown }>([value])
  if (!holder) return undefined
  const list = Array.isArray(holder) ? holder : holder.type === 'Buffer' ? holder.data : Object.values(holder)
  const isByte = (byte: unknown) => Number.isInteger(byte) && (byte as number) >= 0 && (byte as number) < 256
  return Array.isArray(list) && list.length && list.every(isByte) ? Uint8Array.from(list) : undefined
}
