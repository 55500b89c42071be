/**
 * Where the page of an app leads: to the apps of the visitor at the host, and to the playground.
 */
export const HostLinks = () => (
  <div className="links">
    <a className="button" href="../consent/">
      Your apps at the host
    </a>
    <a className="button" href="../">
      Playground
    </a>
  </div>
)
