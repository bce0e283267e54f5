/** Each error page has a heading and one sentence of advice. */
export const errors = {
  notFound: { heading: 'Page not found', advice: 'Check the address, or go back to the start page.' },
  methodUnknown: { heading: 'That does not work here', advice: 'Go back and try it from the page itself.' },
  otherSite: {
    heading: 'This form is out of date',
    advice: 'Nothing was changed. Open the page again and send the form from there; cookies must be allowed.',
  },
  requestEnded: {
    heading: 'This request has ended',
    advice: 'It took too long or has already been answered. Go back to the application and start again.',
  },
  roleMissing: {
    heading: 'Not allowed',
    advice: 'This page is for administrators and moderators. If you need access, ask an administrator.',
  },
  unreadable: { heading: 'That could not be read', advice: 'Nothing was changed. Go back and try again.' },
  tooLarge: {
    heading: 'That is too large',
    advice: 'Nothing was changed. Go back and try a smaller file or a shorter text.',
  },
  tooOften: { heading: 'Too many requests', advice: 'Wait a moment, then try again.' },
  unavailable: { heading: 'Temporarily unavailable', advice: 'Try again in a moment.' },
  unexpected: {
    heading: 'Something went wrong',
    advice: 'It is not your fault. Try again; if it keeps happening, tell the operators when it happened.',
  },
  firstPage: 'Go to the start page',
}
