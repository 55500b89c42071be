import { isOnSite } from './base.ts'

export const Unreachable = () => (
  <p className="broken" role="alert">
    The emulator does not answer.{' '}
    {isOnSite ? (
      'Reload this page.'
    ) : (
      <>
        Is <code>latchkey dev</code> still running?
      </>
    )}
  </p>
)
