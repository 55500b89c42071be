import { createRoot } from 'react-dom/client'
import { Members } from './Members'
import { Visitors } from './Visitors'

createRoot(document.querySelector('#root')!).render(location.pathname === '/members' ? <Members /> : <Visitors />)
