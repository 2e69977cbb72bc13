import { useMutation, useQuery } from '@tanstack/react-query'
import type { ExportFormat, ExportList } from '#contract/export-lists.ts'
import { grouped } from '#contract/money.ts'
import { call, downloadAddress, type Reply } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Menu, type MenuEntry } from './Menu.tsx'

type Kind = { id: string; label: string; filter: Record<string, string> }
type ExportButtonProps = {
  list: ExportList
  filter: Record<string, string>
  count: string
  /** Where the same can be had in several ways. */
  kinds?: readonly Kind[]
  /** How many were seen: when there are others by now, nothing is written and the person hears it. */
  expected?: number
  /** Where the count stands beside the button already. */
  isShort?: boolean
}

const formats = [
  { id: 'csv', label: 'CSV', detail: 'Opens everywhere' },
  { id: 'xlsx', label: 'Excel', detail: 'Amounts and dates as such' },
] satisfies { id: ExportFormat; label: string; detail: string }[]

const lookEvery = 1000
const isUnderway = (state: Reply<'ExportState'>['state'] | undefined): boolean =>
  state === undefined || state === 'waiting' || state === 'running'

/** What the list shows, as a file: which kind, how far it is, Stop, and the file for an hour. */
export function ExportButton({ list, filter, count, kinds = [], expected, isShort = false }: ExportButtonProps) {
  const begin = useMutation({
    mutationFn: (entry: string) => {
      const [format, kind] = entry.split(' ')
      const wanted = { ...filter, ...kinds.find(({ id }) => id === kind)?.filter }
      const seen = expected === undefined ? {} : { expected }
      return call('ExportBegin', { list, filter: wanted, format: format as ExportFormat, ...seen })
    },
  })
  const exportId = begin.data?.exportId
  const progress = useQuery({
    ...ask('ExportState', { exportId: exportId ?? 0 }),
    enabled: exportId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isUnderway(data?.state) ? lookEvery : false),
  })
  const stop = useMutation({
    mutationFn: () => call('ExportStop', { exportId: exportId as number }),
    onSuccess: () => progress.refetch(),
  })

  if (exportId !== undefined)
    return (
      <Progress
        exportId={exportId}
        now={progress.data}
        problem={(progress.error ?? stop.error)?.message}
        isStopping={stop.isPending}
        onStop={() => stop.mutate()}
        onClose={begin.reset}
      />
    )
  return (
    <span className="cluster gap-s">
      <Menu
        className="button button-secondary"
        label={`Export ${count}`}
        entries={entriesOf(kinds)}
        onChoose={(entry) => begin.mutate(entry)}
        side="end"
      >
        <Icon name="download" /> {begin.isPending ? 'Beginning …' : isShort ? 'Export' : `Export ${count}`}
      </Menu>
      {begin.isError && (
        <span className="field-error" role="alert">
          {begin.error.message}
        </span>
      )}
    </span>
  )
}

/** Every kind in every format. */
const entriesOf = (kinds: readonly Kind[]): MenuEntry[] =>
  kinds.length === 0
    ? formats
    : kinds.flatMap((kind) =>
        formats.map((format) => ({
          ...format,
          id: `${format.id} ${kind.id}`,
          label: `${format.label}, ${kind.label}`,
        })),
      )

type ProgressProps = {
  exportId: number
  now: Reply<'ExportState'> | undefined
  problem: string | undefined
  isStopping: boolean
  onStop: () => void
  onClose: () => void
}

function Progress({ exportId, now, problem, isStopping, onStop, onClose }: ProgressProps) {
  const words = problem ?? wordsOf(now)
  return (
    <span className="export cluster gap-s">
      <output>{words}</output>
      {isUnderway(now?.state) && !problem ? (
        <>
          <Meter label="Rows written" value={now?.rows ?? 0} of={now?.of ?? 0} />
          <button className="button button-quiet" type="button" aria-busy={isStopping || undefined} onClick={onStop}>
            Stop
          </button>
        </>
      ) : (
        <>
          {now?.state === 'ready' && (
            <a className="button button-primary" href={downloadAddress(exportId)} download>
              <Icon name="download" /> Download
            </a>
          )}
          <button className="button button-quiet" type="button" onClick={onClose}>
            {now?.state === 'ready' ? 'Done' : 'Begin again'}
          </button>
        </>
      )}
    </span>
  )
}

function wordsOf(now: Reply<'ExportState'> | undefined): string {
  switch (now?.state) {
    case 'running':
      return `${grouped(now.rows)} of ${grouped(now.of)} rows written`
    case 'ready':
      return now.rows === 1 ? '1 row is ready for an hour' : `${grouped(now.rows)} rows are ready for an hour`
    case 'stopped':
      return 'The export was stopped'
    case 'failed':
      return 'The export failed'
    default:
      return 'The export waits for its turn'
  }
}
