import { useRef, type RefObject } from 'react'
import { useMenu, useMenuItem } from 'react-aria/useMenu'
import { useOverlay } from 'react-aria/useOverlay'
import { Item } from 'react-stately/Item'
import { type TreeState, useTreeState } from 'react-stately/useTreeState'
import { Icon } from '#web/ui/Icon.tsx'

export type MenuEntry = { id: string; label: string; detail?: string | undefined }

type MenuListProps = {
  label: string
  entries: readonly MenuEntry[]
  chosen: string | readonly string[] | undefined
  onChoose: (id: string) => void
  onClose: () => void
  isButton: (element: Element) => boolean
}

/** The open menu, which stays open while entries are put on and off: arrows, first letters, Home, End, Escape and touch are the library's work. */
export default function MenuList({ label, entries, chosen, onChoose, onClose, isButton }: MenuListProps) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const state = useTreeState<MenuEntry>({
    items: entries,
    children: (entry) => (
      <Item key={entry.id} textValue={entry.label}>
        {entry.label}
      </Item>
    ),
    selectionMode: chosen === undefined ? 'none' : typeof chosen === 'string' ? 'single' : 'multiple',
    selectedKeys: typeof chosen === 'string' ? [chosen] : (chosen ?? []),
    disallowEmptySelection: typeof chosen === 'string',
  })
  const { overlayProps } = useOverlay(
    {
      isOpen: true,
      isDismissable: true,
      onClose,
      // The button closes it by itself; both together would open it again.
      shouldCloseOnInteractOutside: (element) => !isButton(element),
    },
    frame,
  )
  const { menuProps } = useMenu<MenuEntry>(
    { 'aria-label': label, autoFocus: 'first', onClose, onAction: (id) => onChoose(String(id)) },
    state,
    list,
  )
  return (
    <div className="menu-list" ref={frame} {...overlayProps}>
      <ul ref={list} {...menuProps}>
        {entries.map((entry) => (
          <MenuLine key={entry.id} entry={entry} state={state} onClose={onClose} />
        ))}
      </ul>
    </div>
  )
}

type MenuLineProps = { entry: MenuEntry; state: TreeState<MenuEntry>; onClose: () => void }

function MenuLine({ entry: { id, label, detail }, state, onClose }: MenuLineProps) {
  const line = useRef<HTMLLIElement>(null)
  const { menuItemProps, labelProps, descriptionProps, isSelected } = useMenuItem(
    { key: id, onClose },
    state,
    line as RefObject<HTMLLIElement>,
  )
  return (
    <li ref={line} {...menuItemProps}>
      <span>
        <span {...labelProps}>{label}</span>
        {detail && <small {...descriptionProps}>{detail}</small>}
      </span>
      {isSelected && <Icon name="check" />}
    </li>
  )
}
