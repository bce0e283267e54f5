import { instantIn } from '../../../lib/text/intl.ts'

const instant = instantIn('en')

export const passkeys = {
  heading: 'Passkeys',
  explanation:
    'Sign in with your fingerprint, your face or the PIN of your device instead of the password and the code. Launchers still ask for your password.',
  name: 'Name of this device',
  nameWrong: 'Nothing was added: a name is one line of at most 40 characters, without control characters.',
  add: 'Add a passkey',
  remove: (name: string) => `Remove: ${name}`,
  addedAt: (at: number) => `Added ${instant(at)}, not used yet`,
  usedAt: (at: number) => `Last used ${instant(at)}`,
  signIn: 'Sign in with a passkey',
  invalid: 'That passkey does not work here. Try again, or use your password.',
  failed: 'No passkey was chosen. Try again.',
  flash: {
    added: 'The passkey was added.',
    notAdded: 'No passkey was added: that took too long, or the device already has one. Try again.',
    removed: 'The passkey was removed. Your device may still offer it: delete it there, too.',
  },
}
