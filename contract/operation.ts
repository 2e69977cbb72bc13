import { z } from 'zod'
import type { Head } from './heads.ts'

/**
 * Who may call an operation. The declaration is the access list: `serve` admits nobody else.
 * - anyone: no sign-in needed, and nothing personal in the reply
 * - applicant: the holder of a session
 * - resetter: the holder of a reset token, which is good for one new password and nothing else
 * - operator: whoever runs the machine (loopback address and name, or METRICS_TOKEN)
 */
export type Who = 'anyone' | 'applicant' | 'resetter' | 'operator'

/** One thing that can be asked of the server, under the name that the specification gives it. */
export type Operation = {
  name: string
  method: 'GET' | 'POST'
  path: `/${string}`
  who: Who
  /** A change is logged each time; a read only when it fails or is slow. */
  kind: 'read' | 'change'
  input: z.ZodObject
  /** Fields that are secrets: taken from a body only, refused in an address, written to no log. */
  secrets?: readonly string[]
  /** Where the specification says how the browser sends it: these fields in the address, all others in a body of this kind. The server takes them from either. */
  sent?: { address: readonly string[]; body: 'form' | 'json' | 'none' }
  /** One file may come with the fields, under this name. One that has more bytes than `limit` is answered with `tooLarge`. */
  upload?: { field: string; limit: number; tooLarge: string }
  reply: z.ZodType
  /** Browsers and proxies may keep the reply for so many seconds. It cannot depend on who asks: nobody's token is looked at. */
  cached?: number
  /** All who are not signed in are sent the same bytes, made once for each reply that the handler gives again. */
  shared?: true
}

/** One thing that staff can ask: plain JSON both ways, and real status codes. */
export type StaffOperation = Head & { input: z.ZodObject; reply: z.ZodType }

export type InputOf<O extends Pick<Operation, 'input'>> = z.input<O['input']>
export type ParsedInputOf<O extends Operation> = z.output<O['input']>
export type ReplyOf<O extends Pick<Operation, 'reply'>> = z.output<O['reply']>

/** The texts that a call may answer with under `Status`. */
export type StatusOf<O extends Operation> = ReplyOf<O> extends { Table: { Status: infer Text }[] } ? Text : never

export const operation = <const O extends Operation | StaffOperation>(o: O): O => o

export const nothing = z.object({})

/** A whole number, in JSON or as the digits of a form. `null`, `true`, a list or "0x10" could be counted as one, and are none. */
export const whole = (least: number, most: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d{1,16}$/)
          .transform(Number),
      ],
      'this is not a whole number',
    )
    .pipe(z.number().int().min(least).max(most))

/** A larger number than the database counts to is a mistake of the caller, not of ours. */
export const largestId = 2_147_483_647

/** The number of a row. */
export const Id = whole(1, largestId)

/** The envelope of the specification: every call answers with rows under `Table`. */
export const table = <Row extends z.ZodType>(row: Row) => z.object({ Table: z.array(row) })

/** The reply of a call that answers with a file in place of rows. What is not `inline` is saved by the browser, never shown. */
export const DownloadedFile = z.object({
  type: z.string(),
  name: z.string(),
  /** Left out for what is made while it is sent. */
  size: z.number().optional(),
  inline: z.boolean(),
  bytes: z.custom<AsyncIterable<Uint8Array>>(),
})
