import { useMemo, useState } from 'react'
import { photoBytes, profileTexts } from '#contract/people/profile-fields.ts'
import { openDraft } from '#web/platform/draft.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { wrongWith } from './api.ts'
import { type Crop, openPicture, smallerFile, squareFile, wholePicture } from './square.ts'

/** A picture that somebody chose and may still turn and crop. */
export type Chosen = { name: string; picture: HTMLCanvasElement }
type Wrong = { sentence: string; tooLarge?: File }
/** Without its bytes only the name is remembered. */
type KeptPhoto = { name: string; bytes?: string }

/** Browsers give a site five million letters in all. */
const mostKept = 700_000

/** The picture from choosing it to sending it. What was chosen is there again after a reload. */
export function usePhoto(applicantId: string) {
  const [chosen, setChosen] = useState<Chosen>()
  const [crop, setCrop] = useState(wholePicture)
  const [wrong, setWrong] = useState<Wrong>()
  const [forgotten, setForgotten] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const drafts = useMemo(() => draftsOf(applicantId), [applicantId])

  const { data: kept } = useQuery({
    queryKey: ['photo', applicantId],
    queryFn: () => drafts.read(),
    staleTime: Infinity,
  })
  const [restored, setRestored] = useState<typeof kept>()
  if (kept && kept !== restored) {
    setRestored(kept)
    setChosen(chosen ?? kept.chosen)
    setCrop(kept.crop)
    setForgotten(kept.forgotten)
  }

  const remove = () => {
    setChosen(undefined)
    setWrong(undefined)
    setForgotten(undefined)
    drafts.clear()
  }
  const take = async (file: File) => {
    const picture = await openPicture(file)
    if (!picture) return setWrong({ sentence: profileTexts.photoUnreadable })
    // Whoever sees it may reload at once and must see it again.
    await drafts.keep(file)
    setChosen({ name: file.name, picture })
    setCrop(wholePicture)
  }
  const busily = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().finally(() => setBusy(false))
  }
  return {
    chosen,
    crop,
    wrong,
    isBusy,
    /** The name of a picture that was too large to be kept. */
    forgotten,
    choose: (file: File) =>
      busily(async () => {
        remove()
        const sentence = await wrongWith(file)
        if (sentence === undefined) return take(file)
        setWrong(sentence === profileTexts.photoTooLarge ? { sentence, tooLarge: file } : { sentence })
      }),
    shrink: (file: File) =>
      busily(async () => {
        const picture = await openPicture(file)
        const smaller = picture && (await smallerFile(picture, file.name))
        if (!smaller) return setWrong({ sentence: profileTexts.photoUnreadable })
        if (smaller.size >= photoBytes) return setWrong({ sentence: profileTexts.photoTooLarge })
        setWrong(undefined)
        await take(smaller)
      }),
    cropTo: (next: Crop) => {
      setCrop(next)
      drafts.keepCrop(next)
    },
    remove,
    /** As it is sent: PNG, under the number of the applicant. */
    file: async () => chosen && squareFile(chosen.picture, crop, `${applicantId}.png`),
  }
}

export type Photo = ReturnType<typeof usePhoto>

function draftsOf(applicantId: string) {
  const photos = openDraft<KeptPhoto>(applicantId, 'photo')
  const crops = openDraft<Crop>(applicantId, 'crop')
  return {
    async read() {
      const kept = await photos.read()
      if (!kept) return undefined
      const picture = kept.bytes === undefined ? undefined : await openPicture(new Blob([bytesOf(kept.bytes)]))
      const crop = (await crops.read()) ?? wholePicture
      return picture
        ? { chosen: { name: kept.name, picture }, crop, forgotten: undefined }
        : { chosen: undefined, crop, forgotten: kept.name }
    },
    async keep(file: File) {
      crops.clear()
      await photos.write({ name: file.name, ...(file.size <= mostKept && { bytes: await textOf(file) }) })
    },
    keepCrop: (crop: Crop) => void crops.write(crop),
    clear() {
      photos.clear()
      crops.clear()
    },
  }
}

const textOf = async (file: File): Promise<string> => {
  let text = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte)
  return btoa(text)
}
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
