import type { Locator } from 'playwright-core'
import { encode } from 'uqr'
import * as assert from 'uvu/assert'

/** The modules of a picture that a page shows, dark ones true: the first dark row begins with the seven dark modules of a finder pattern (ISO/IEC 18004, "Finder pattern"). */
const modulesOf = (picture: Locator): Promise<boolean[][]> =>
  picture.evaluate((image) => {
    const SIDE = 1000
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = SIDE
    const context = canvas.getContext('2d')!
    context.fillStyle = '#fff'
    context.fillRect(0, 0, SIDE, SIDE)
    context.drawImage(image as HTMLImageElement, 0, 0, SIDE, SIDE)
    const { data } = context.getImageData(0, 0, SIDE, SIDE)
    const isDark = (x: number, y: number) => data[4 * (Math.round(y) * SIDE + Math.round(x))]! < 128
    let top = 0
    while (![...Array(SIDE).keys()].some((x) => isDark(x, top))) top++
    let left = 0
    while (!isDark(left, top)) left++
    let right = SIDE - 1
    while (!isDark(right, top)) right--
    let end = left
    while (isDark(end, top)) end++
    const count = Math.round((7 * (right - left)) / (end - left))
    const step = (right + 1 - left) / count
    const at = [...Array(count).keys()]
    return at.map((row) => at.map((column) => isDark(left + (column + 0.5) * step, top + (row + 0.5) * step)))
  })

/** The masks, by their number (ISO/IEC 18004, "Data mask patterns"). */
const masks: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** Data codewords of versions 1 to 9 at the lowest level of correction, and in how many blocks of one length (ISO/IEC 18004, table 9). */
const blocks = [
  [19, 1],
  [34, 1],
  [55, 1],
  [80, 1],
  [108, 1],
  [136, 2],
  [156, 2],
  [194, 2],
  [232, 2],
] as const

/** Reads the bytes of a QR code that a page shows, as text. It corrects no errors, because a picture on a screen has none. */
export const readQrCode = async (picture: Locator): Promise<string> => {
  const modules = await modulesOf(picture)
  const size = modules.length
  const version = (size - 17) / 4
  const [total, count] = blocks[version - 1]!
  const format = [0, 1, 2, 3, 4].reduce((bits, column) => (bits << 1) | Number(modules[8]![column]), 0) ^ 0b10101
  assert.is(format >> 3, 0b01, 'the level of correction that this reader knows')
  const isMasked = masks[format & 7]!
  // which modules are data depends on the version alone
  const { types } = encode('', { minVersion: version, maxVersion: version, border: 0 })
  const bits: number[] = []
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    // the column of the timing pattern has no data
    if (right === 6) right--
    for (let step = 0; step < size; step++)
      for (const column of [right, right - 1]) {
        const row = up ? size - 1 - step : step
        if (types[row]![column] === 0) bits.push(Number(modules[row]![column] !== isMasked(row, column)))
      }
  }
  const number = (from: number, length: number, of: readonly number[]) =>
    of.slice(from, from + length).reduce((value, bit) => 2 * value + bit, 0)
  const sent = Array.from({ length: total }, (_, at) => number(8 * at, 8, bits))
  const codewords = Array.from({ length: count }, (_, block) => sent.filter((_, at) => at % count === block)).flat()
  const stream = codewords.flatMap((codeword) => Array.from({ length: 8 }, (_, at) => (codeword >> (7 - at)) & 1))
  assert.is(number(0, 4, stream), 0b0100, 'bytes')
  const length = number(4, 8, stream)
  return Buffer.from(Array.from({ length }, (_, at) => number(12 + 8 * at, 8, stream))).toString()
}
