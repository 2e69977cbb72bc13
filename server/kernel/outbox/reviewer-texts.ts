/** The default texts of emails to reviewers. None names an abstract or its author. */
import { block, button, event, fact, required, texts } from './text-facts.ts'

const reviews = button('Open your reviews', '/review')

export const reviewerTexts = texts({
  reviewer_invited: {
    name: 'Invitation to review',
    when: 'To people who are invited to review.',
    subject: '{subject}',
    body: `{words}

{due}

{link}

The link works until {until}. You can decline on the same page.`,
    facts: {
      subject: fact('the subject that the organiser wrote', 'Invitation to review: Annual Medical Conference 2027'),
      words: block('what the organiser wrote', [
        'Zainab Qureshi invites you to review abstracts submitted to Annual Medical Conference 2027. You choose how many you can read, and in which disciplines.',
      ]),
      due: required('when reviews are due, once that is set', 'The last day of the review is 15 January 2027.'),
      link: button('Answer the invitation', '/review/invitation#…'),
      until: required('until when the link works', '29 November 2026'),
    },
  },
  review_assigned: {
    name: 'Abstracts to review',
    when: 'To reviewers who are assigned abstracts.',
    subject: 'You have {new abstracts} to review',
    body: `You have been assigned {new abstracts} for {event}. {reviews in all}

{due}

{link}`,
    facts: {
      event,
      'new abstracts': required('how many are new', '3 new abstracts'),
      'reviews in all': fact('how many they now have, where that is more', 'You now have 5 reviews to submit.'),
      due: required(
        'until when, once that is set',
        'Please review by 15 January 2027. If you recognise whose work an abstract is, please decline it.',
      ),
      link: reviews,
    },
  },
  review_reminder: {
    name: 'Reminder to review',
    when: 'To reviewers with open reviews, 7, 3 and 1 days before the last day, afterwards while reviews are taken, and when a chair asks for it.',
    subject: '{Reviews} for {event} {are} not submitted yet',
    body: `You have {reviews} to submit{last day}.

{link}

If you have no time, decline on the same page: the abstract is then assigned to another reviewer.`,
    facts: {
      event,
      Reviews: fact('how many, at the beginning of a sentence', 'One review'),
      are: fact('“is” or “are”', 'is'),
      reviews: required('how many', 'one review'),
      'last day': required(
        'the last day, as the end of the sentence, once it is set',
        '. The last day is 15 January 2027',
      ),
      link: reviews,
    },
  },
  review_sent_back: {
    name: 'Review sent back',
    when: 'To a reviewer whose review a chair sends back.',
    subject: 'A chair asks you to look at a review again',
    body: `A chair has sent back one of your reviews for {event}. You find it among your reviews, with the reason.

{link}`,
    facts: { event, link: reviews },
  },
})
