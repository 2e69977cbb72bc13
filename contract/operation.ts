import { z } from 'zod'
import { type DeclaredHead, type Head, methodOf, pathOf } from './heads.ts'

/** One thing that can be asked of the server: how it is sent and by whom, what it takes and what it answers. */
export type Operation = Head & { input: z.ZodObject; reply: z.ZodType }

export type InputOf<O extends Pick<Operation, 'input'>> = z.input<O['input']>
export type ParsedInputOf<O extends Operation> = z.output<O['input']>
export type ReplyOf<O extends Pick<Operation, 'reply'>> = z.output<O['reply']>

/** The texts that a call may answer with under `Status`. */
export type StatusOf<O extends Operation> = ReplyOf<O> extends { Table: { Status: infer Text }[] } ? Text : never

type Named<Name, H, Shape> = { name: Name } & Pick<Head, 'method' | 'path'> & H & Shape

/** `name` is that of the export: `npm run calls` compares. Method and address follow from it, unless the head states them. */
export function operation<
  const Name extends string,
  const H extends DeclaredHead,
  Shape extends Pick<Operation, 'input' | 'reply'>,
>(name: Name, head: H, shape: Shape): Named<Name, H, Shape> {
  const whole: unknown = { name, method: methodOf(head), path: pathOf(name, head), ...head, ...shape }
  return whole as Named<Name, H, Shape>
}

export function isOperation(value: unknown): value is Operation {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'method', 'path', 'token', 'input', 'reply'].every((part) => part in value)
  )
}

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

/** The event that a call is about. None, and 0, mean the current one. */
export const EventOfCall = whole(0, largestId)
  .transform((id) => id || undefined)
  .optional()

/** The envelope of the specification: every call answers with rows under `Table`. */
export const table = <Row extends z.ZodType>(row: Row) => z.object({ Table: z.array(row) })

/** The reply of a call that answers with a file in place of rows. What is not `inline` is saved by the browser, never shown. */
export const DownloadedFile = z.object({
  type: z.string(),
  name: z.string(),
  /** Left out for what is made while it is sent. */
  size: z.number().optional(),
  inline: z.boolean(),
  /** What it may do when a browser opens it, for a page of our own making. Missing: nothing at all. */
  policy: z.string().optional(),
  bytes: z.custom<AsyncIterable<Uint8Array>>(),
})
