/** Tests that every option renders in happy-dom, where hosts run unit tests. */
import '../harness/dom.ts'
import { mountsEveryOption } from './unitTestDocument.ts'

mountsEveryOption('happy-dom')
