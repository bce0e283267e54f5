export const email = {
  about:
    'We will send a link to the new address. Your email address changes when you open the link and press “Confirm”.',
  submit: 'Change e-mail',
  problems: {
    malformed: 'Enter an email address like name@example.org.',
    same: 'That is already your email address.',
  },
  confirm: {
    heading: 'Confirm your e-mail',
    explanation: (address: string) => `Email about your account will then go to ${address}.`,
    submit: 'Confirm',
    dead: 'This link has already been used or has expired. Ask for a new one.',
    again: 'Ask for a new link',
  },
  flash: {
    sent: 'We have sent you an email. Open the link in it.',
    changed: 'Your email address was changed.',
  },
}
