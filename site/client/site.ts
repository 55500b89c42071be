// What every page gains with JavaScript: the search, the choice of colors, buttons that copy code,
// and the mark in "On this page".
import { addCopyButtons } from './copy.ts'
import { openMenus } from './popovers.ts'
import { markWhatIsRead } from './reading.ts'
import { offerScheme } from './schemeButton.ts'
import { offerSearch } from './searchButton.ts'
import { letScroll } from './scrolling.ts'

offerScheme()
offerSearch()
addCopyButtons()
letScroll()
markWhatIsRead()
openMenus()
