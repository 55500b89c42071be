import { createRoot } from 'react-dom/client'
import { GalleryPage } from './GalleryPage.tsx'

createRoot(document.getElementById('page')!).render(<GalleryPage />)
