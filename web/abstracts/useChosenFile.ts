import { useState } from 'react'
import { abstractTexts, extensionOf, fileBytes } from '#contract/abstracts/rules.ts'

/** What is wrong with a file before it is sent anywhere. */
export function wrongWith({ size, name }: Pick<File, 'size' | 'name'>): string | undefined {
  if (size > fileBytes) return abstractTexts.fileTooLarge
  return extensionOf(name) ? undefined : abstractTexts.fileWrongType
}

/** The file that goes with the abstract. A browser keeps its name for us, never the file. */
export function useChosenFile(keptName: string | undefined) {
  const [file, setFile] = useState<File>()
  const [name, setName] = useState(keptName)
  const clear = () => {
    setFile(undefined)
    setName(undefined)
  }
  return {
    file,
    /** Also of one that was chosen before a reload and must be chosen once more. */
    name,
    clear,
    /** Takes it, or says why not; then none is chosen. */
    choose: (chosen: File): string | undefined => {
      const wrong = wrongWith(chosen)
      if (wrong) clear()
      else {
        setFile(chosen)
        setName(chosen.name)
      }
      return wrong
    },
  }
}

export type ChosenFile = ReturnType<typeof useChosenFile>
