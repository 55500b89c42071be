import Image from 'next/image'
import { SignOut } from './SignOut'

const menu = { '/account': 'Account', '/security': 'Security' }

/** The header of a visitor who is signed in. */
export const Header = ({ here, email }: { here: keyof typeof menu; email: string }) => (
  <header>
    <a className="brand" href="/">
      <Image src="/icon.svg" alt="" width={24} height={24} unoptimized />
      Example
    </a>
    <nav>
      {Object.entries(menu).map(([path, name]) => (
        <a key={path} href={path} aria-current={path === here ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
    <p>You are signed in as {email}.</p>
    <SignOut />
  </header>
)
