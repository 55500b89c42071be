import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** Returns the pixels of a PNG, as red, green, blue and alpha of each. The browser decodes it. */
const pixelsOf = async (page: Page, png: Buffer) => {
  const { width, height, text } = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const drawn = canvas.getContext('2d')!
      drawn.drawImage(image, 0, 0)
      const { data } = drawn.getImageData(0, 0, canvas.width, canvas.height)
      let text = ''
      for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000))
      return { width: canvas.width, height: canvas.height, text: btoa(text) }
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return { width, height, data: Buffer.from(text, 'base64') }
}

/** A chunk of a PNG. */
const chunk = (type: string, data: Buffer) => {
  const typed = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([size, typed, check])
}

/**
 * Returns the same picture with the 256 colors that it has most of, and the nearest of these in place of all others: a PNG with a palette, less than half the size. In pictures of
 * screens, which are mostly flat, nobody sees the difference.
 */
export const inFewColors = async (page: Page, png: Buffer): Promise<Buffer> => {
  const { width, height, data } = await pixelsOf(page, png)
  const counts = new Map<number, number>()
  const colorAt = (at: number) => (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!
  for (let at = 0; at < data.length; at += 4) counts.set(colorAt(at), (counts.get(colorAt(at)) ?? 0) + 1)
  const palette = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([color]) => color)
    .slice(0, 256)
  const parts = (color: number) => [color >> 16, (color >> 8) & 255, color & 255]
  const distance = (one: number[], other: number[]) => one.reduce((sum, part, at) => sum + (part - other[at]!) ** 2, 0)
  const inParts = palette.map(parts)
  const nearest = new Map<number, number>()
  for (const color of counts.keys()) {
    const distances = inParts.map((other) => distance(parts(color), other))
    nearest.set(color, distances.indexOf(Math.min(...distances)))
  }
  // each row begins with its filter, which is none
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = nearest.get(colorAt((y * width + x) * 4))!
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // 8 bits for each pixel, an index of the palette
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(inParts.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
