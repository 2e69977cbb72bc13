/** The files with which an installation begins: its own in `content`, and for each that is missing the sample that a release brings along. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const contentFolder = join(import.meta.dirname, '../../content')

const sampleFolder = join(contentFolder, 'sample')

/** `name` without its ending. */
export function readOwnOrSample(name: string, folder: string = contentFolder): unknown {
  const own = join(folder, `${name}.json`)
  return existsSync(own) ? readJson(own) : readSample(name)
}

export const readSample = (name: string): unknown => readJson(join(sampleFolder, `${name}.json`))

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
