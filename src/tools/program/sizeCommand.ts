import { costOf, costText } from '../snippet/size.ts'
import { command } from './command.ts'
import { builtChunks } from './dist.ts'
import { configFrom, languageFrom, widgetOptions } from './optionValues.ts'

export const sizeCommand = command({
  usage: `[--config '{"products":["otp"]}'] [--language fr]`,
  says: 'Lists the files that a configuration of the widget loads, when it loads them, and their bytes.',
  options: widgetOptions,
  run({ values }) {
    const config = values.config === undefined ? {} : configFrom(values.config)
    const language = languageFrom(values.language)
    const chunks = builtChunks()
    console.log(costText(costOf(config, chunks, language), chunks))
  },
})
