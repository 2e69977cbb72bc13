// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as bookingOrderConsole from '../booking/order-console.ts'
import type * as bookingOrders from '../booking/orders.ts'

export const OrderCancelUnpaid: Call<typeof bookingOrderConsole.OrderCancelUnpaid> = /* @__PURE__ */ change('OrderCancelUnpaid', 'staff', { priority: 'paying' })
export const OrderGiveToPerson: Call<typeof bookingOrderConsole.OrderGiveToPerson> = /* @__PURE__ */ change('OrderGiveToPerson', 'staff')
export const OrderHoldLonger: Call<typeof bookingOrderConsole.OrderHoldLonger> = /* @__PURE__ */ change('OrderHoldLonger', 'staff')
export const OrderMoveSeat: Call<typeof bookingOrderConsole.OrderMoveSeat> = /* @__PURE__ */ change('OrderMoveSeat', 'staff')
export const OrderShow: Call<typeof bookingOrderConsole.OrderShow> = /* @__PURE__ */ read('OrderShow', 'staff')
export const OrdersList: Call<typeof bookingOrderConsole.OrdersList> = /* @__PURE__ */ read('OrdersList', 'staff')
export const ReceiptSend: Call<typeof bookingOrderConsole.ReceiptSend> = /* @__PURE__ */ change('ReceiptSend', 'staff')
export const ReceiptsRegister: Call<typeof bookingOrderConsole.ReceiptsRegister> = /* @__PURE__ */ read('ReceiptsRegister', 'staff')
export const CancelOrder: Call<typeof bookingOrders.CancelOrder> = /* @__PURE__ */ change('CancelOrder', 'session', { priority: 'paying' })
export const CheckOut: Call<typeof bookingOrders.CheckOut> = /* @__PURE__ */ change('CheckOut', 'session', { sent: { address: ['DeviceID', 'UserID', 'workshopIDs', 'ApplicantID', 'EventID'], body: 'json' } })
export const MyOrders: Call<typeof bookingOrders.MyOrders> = /* @__PURE__ */ read('MyOrders', 'session')
export const Receipt: Call<typeof bookingOrders.Receipt> = /* @__PURE__ */ read('Receipt', 'session')
