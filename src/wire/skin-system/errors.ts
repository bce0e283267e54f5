import { errorTable } from '../../http/errors/error-table.ts'
import { illegal } from '../../http/errors/wire-error.ts'
import { lookupErrors } from '../lookup/errors.ts'
import { yggdrasilErrors } from '../yggdrasil/errors.ts'

const { parameters_missing } = yggdrasilErrors.own
const { client_banned } = lookupErrors.own

/** The refusals of texture files, worn textures, portraits and pictures of textures. */
export const skinSystemErrors = errorTable({
  parameters_missing,
  client_banned,
  texture_unknown: { status: 404, error: 'Not Found', errorMessage: 'There is no such texture.' },
  portrait_size_malformed: illegal('The size must be a whole number from 8 to 512.'),
  render_malformed: illegal(
    'The view must be front or back, the model default or slim, and the height 128, 256 or 512.',
  ),
})

/** The scope of the routes below /skinsystem. */
export const skinSystemScope = { title: 'Skin system', errors: skinSystemErrors }
