import jsQR from 'jsqr'
import type { Locator } from 'playwright-core'
import * as assert from 'uvu/assert'

/** The side of the picture that is read, in pixels. */
const SIDE = 500

/** Reads the text of a QR code that a page shows. */
export const readQrCode = async (picture: Locator): Promise<string> => {
  const pixels = await picture.evaluate((image, side) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
    const context = canvas.getContext('2d')!
    context.fillStyle = '#fff'
    context.fillRect(0, 0, side, side)
    context.drawImage(image as HTMLImageElement, 0, 0, side, side)
    return [...context.getImageData(0, 0, side, side).data]
  }, SIDE)
  const code = jsQR(new Uint8ClampedArray(pixels), SIDE, SIDE)
  assert.ok(code, 'a QR code')
  return code.data
}
