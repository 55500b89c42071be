import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { npm } from './npm.ts'

/**
 * Installs a package, such as `playwright-core@1.64.1`, in .cache/onDemand/ when it is first
 * needed, and returns its folder. It is for what few contributors run, so that `npm test` does not
 * install it. npm chooses the versions of its dependencies, and runs no scripts.
 */
export const folderOnDemand = (specification: string): string => {
  const [, name] = /^(.+)@/.exec(specification)!
  const folder = join(process.cwd(), '.cache/onDemand', specification.replace('/', '+'))
  if (!existsSync(folder)) {
    const own = `${folder}.${process.pid}`
    rmSync(own, { recursive: true, force: true })
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'package.json'), '{ "private": true }')
    npm(['install', '--prefer-offline', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', specification], own)
    try {
      renameSync(own, folder)
    } catch (error) {
      // another process was faster
      rmSync(own, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  return join(folder, 'node_modules', name!)
}

/** Imports such a package. */
export const importOnDemand = async (specification: string): Promise<unknown> => {
  const folder = folderOnDemand(specification)
  return import(pathToFileURL(createRequire(join(folder, 'index.js')).resolve(folder)).href)
}
