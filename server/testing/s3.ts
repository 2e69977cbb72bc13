/** A store that speaks the S3 protocol, signatures included, over a folder of its own. */
import { createRequire } from 'node:module'
import { onTestFinished } from 'vitest'
import type { Bucket } from '#server/platform/files/bucket-files.ts'
import { aFolder } from './process.ts'

type Options = {
  port: number
  address: string
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}
type Server = { run: () => Promise<{ port: number }>; close: () => Promise<void> }
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: Options) => Server

/** The name and password that the server has from its makers. */
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export async function aBucket(): Promise<Bucket> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: aFolder(),
    configureBuckets: [{ name: 'uploads' }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  const endpoint = `http://127.0.0.1:${port}`
  return { url: 's3://uploads/portal', endpoint, region: 'us-east-1', incoming: aFolder(), ...keys }
}
