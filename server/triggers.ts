/** Functions of the database that write tables, each with the reason why the code of the table's owner does not. `scripts/check-house.ts` refuses any other. */
export const triggers: Record<string, { writes: readonly string[]; because: string }> = {
  note_content_change: {
    writes: ['content_change'],
    because: 'pages are drawn anew after a change of the content, also after one by hand',
  },
  count_seats: {
    writes: ['workshop'],
    because: 'the seats that orders hold and the seats that are taken can then never differ',
  },
  erase_person: {
    writes:
      'account session pin reset_pin password_reset email_change data_copy closure profile abstract abstract_version upload mail attempt'.split(
        ' ',
      ),
    because: 'one door for deletion: all of a person goes in one statement, or nothing',
  },
}
