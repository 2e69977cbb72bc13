/** How the calls by which staff look after orders are sent. Without zod: the browser has this too. */
import { heads } from '#contract/heads.ts'

export const orderHeads = heads({
  OrdersList: {
    name: 'OrdersList',
    method: 'GET',
    path: '/staff/OrdersList',
    token: 'staff',
    may: 'orders.read',
    kind: 'read',
  },
  OrderShow: {
    name: 'OrderShow',
    method: 'GET',
    path: '/staff/OrderShow',
    token: 'staff',
    may: 'orders.read',
    kind: 'read',
  },
  OrderHoldLonger: {
    name: 'OrderHoldLonger',
    method: 'POST',
    path: '/staff/OrderHoldLonger',
    token: 'staff',
    may: 'orders.change',
    kind: 'change',
  },
  OrderMoveSeat: {
    name: 'OrderMoveSeat',
    method: 'POST',
    path: '/staff/OrderMoveSeat',
    token: 'staff',
    may: 'orders.change',
    kind: 'change',
  },
  OrderGiveToPerson: {
    name: 'OrderGiveToPerson',
    method: 'POST',
    path: '/staff/OrderGiveToPerson',
    token: 'staff',
    may: 'orders.change',
    kind: 'change',
  },
  /** A payment that is under way must be taken back at the bank first, whose password only the payment service has. */
  OrderCancelUnpaid: {
    name: 'OrderCancelUnpaid',
    method: 'POST',
    path: '/payments/OrderCancelUnpaid',
    token: 'staff',
    may: 'orders.change',
    kind: 'change',
  },
  ReceiptSend: {
    name: 'ReceiptSend',
    method: 'POST',
    path: '/staff/ReceiptSend',
    token: 'staff',
    may: 'orders.change',
    kind: 'change',
  },
  ReceiptsRegister: {
    name: 'ReceiptsRegister',
    method: 'GET',
    path: '/staff/ReceiptsRegister',
    token: 'staff',
    may: 'finance.read',
    kind: 'read',
  },
})
