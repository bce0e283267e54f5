import { providerEmails, providerRegistrations } from '../community/provider.ts'
import { choice, flag, orNull, text } from './field.ts'

/** The ways in which a token endpoint gets the secret. */
export const providerAuths = ['post', 'basic'] as const

/** The fields of a provider that can be changed. Its claims and its map of groups have values of their own. */
export const providerFields = {
  title: text({
    placeholder: 'TITLE',
    rule: 'label',
    meaning: 'the name that people read, 1 to 64 characters; by default that of the preset, or NAME',
  }),
  registration: choice(providerRegistrations, {
    placeholder: 'WHO',
    meaning:
      'the people without an account who may register; with as-setting, the setting registration decides',
    initial: 'as-setting',
  }),
  email: choice(providerEmails, {
    placeholder: 'HOW',
    meaning:
      'an email address is confirmed if the provider says so, always, or only once a link in an email was opened',
    initial: 'claim',
  }),
  scope: text({
    placeholder: 'SCOPE',
    meaning: 'what is asked for, separated by spaces; by default what the preset needs',
  }),
  auth: choice(providerAuths, {
    placeholder: 'HOW',
    meaning: 'the secret is sent in the body or in the header Authorization; by default as the provider says',
  }),
  tenant: orNull(
    text({
      placeholder: 'TENANT',
      meaning:
        'with microsoft: consumers, organizations, common, or the ID of one tenant; consumers by default',
    }),
  ),
  hostedDomain: orNull(
    text({ placeholder: 'DOMAIN', meaning: 'with google: the only domain whose people sign in' }),
    'let people of every domain sign in',
  ),
  guild: orNull(
    text({ placeholder: 'ID', meaning: 'with discord: the guild whose roles are read' }),
    'read no roles',
  ),
  guildRequired: flag({
    meaning: 'with discord: only those in the guild register',
    without: 'let others register, too',
  }),
}
