// The files that set a launcher up for a game server, as pages lead to them.
import type { PackedServer } from '../../../domain/community/servers.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Site } from '../../context/site.ts'
import type { Text } from '../../context/text.ts'

/** Renders the links to the files. An instance has no place for mods. */
export const launcherFiles = (site: Site, { servers: words }: Text, { name, mods }: PackedServer): Html =>
  html`<p class="actions">
<a class="button" href="${site.href(`/account/servers/${name}/pack`)}" download>${words.pack}</a>
${mods === null && html`<a class="button quiet" href="${site.href(`/account/servers/${name}/instance`)}" download>${words.instance}</a>`}
</p>`

/** Says which launchers take the files, and to choose the account there. `account` is where that is explained. */
export const launcherFilesHow = (
  { servers: words }: Text,
  { mods }: Pick<PackedServer, 'mods'>,
  account: string,
): Html =>
  html`<p class="hint">${mods === null ? words.filesHow : words.packHow} ${words.filesAccount} <a href="${account}">${words.filesAccountHow}</a></p>`
