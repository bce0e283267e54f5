// Fields of the page of a game server from which files for launchers are made.
import { type Html, html } from '../../../../lib/text/html.ts'
import type { GameServer } from '../../../../model/community/game-server.ts'
import { serverFields } from '../../../../model/fields/server.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { textArea } from '../../../form/forms.ts'
import { type Typed, typedField } from '../../../page/declined.ts'
import { boundsOf } from '../frame.ts'

export type TypedFiles = Typed<'gameVersion' | 'loader' | 'mods'>

/** Renders the fields, folded unless one of them was declined. */
export function fileFields({ text }: SignedInPageContext, typed: TypedFiles): Html {
  const { servers: words } = text
  const { wrong } = typed
  const isWrong = wrong === 'gameVersion' || wrong === 'loader' || wrong === 'mods'
  return html`<details${isWrong && html` open`}>
<summary>${words.files}</summary>
${typedField(typed, 'gameVersion', words.gameVersion, { ...boundsOf(serverFields.gameVersion), hint: words.gameVersionHint, optional: true })}
${typedField(typed, 'loader', words.loader, { ...boundsOf(serverFields.loader), hint: words.loaderHint, optional: true })}
${textArea({ name: 'mods', label: words.mods, hint: words.modsHint, value: typed.mods ?? '', isInvalid: wrong === 'mods', rows: 4 })}
</details>`
}

/** Returns the fields as they are typed. */
export const typedFiles = ({ gameVersion, loader, mods }: GameServer) => ({
  gameVersion: gameVersion ?? '',
  loader: loader ?? '',
  mods: mods ?? '',
})

/** Returns the values of the fields that the form has. */
export function readFiles(fields: FormFields): Partial<Pick<GameServer, 'gameVersion' | 'loader' | 'mods'>> {
  if (!fields.has('gameVersion')) return {}
  const typed = fields.trimmed('gameVersion', 'loader', 'mods')
  return { gameVersion: typed.gameVersion || null, loader: typed.loader || null, mods: typed.mods || null }
}
