import { join, resolve } from 'node:path'
import type { Config } from '#server/platform/process/config.ts'
import { filesInBucket } from './bucket-files.ts'
import { type Files, filesIn } from './files.ts'

type Settings = Pick<Config, 'FILES_URL' | 'DATA_DIR' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'>

/** As FILES_URL names it, for a sentence. */
export function filesLocation({ FILES_URL, DATA_DIR }: Pick<Settings, 'FILES_URL' | 'DATA_DIR'>): string {
  if (FILES_URL?.startsWith('s3:')) return FILES_URL
  return FILES_URL ? resolve(FILES_URL) : join(DATA_DIR, 'files')
}

/** The bucket or the folder of the settings, never below what the web serves. */
export function openFiles(config: Settings): Files {
  const { FILES_URL, DATA_DIR, S3_REGION } = config
  if (!FILES_URL?.startsWith('s3:')) return filesIn(filesLocation(config))
  return filesInBucket({
    url: FILES_URL,
    endpoint: config.S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`,
    region: S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY ?? '',
    secretAccessKey: config.S3_SECRET_KEY ?? '',
    incoming: join(DATA_DIR, 'files', 'incoming'),
  })
}
