import { createRoot } from 'react-dom/client'
import { OutboxPage } from './OutboxPage.tsx'

createRoot(document.getElementById('page')!).render(<OutboxPage />)
