"""Production with Apple's library: every kind of notification, and the API on paying customers."""

import uuid

from appstoreserverlibrary.api_client import APIError, GetTransactionHistoryVersion
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.AutoRenewStatus import AutoRenewStatus
from appstoreserverlibrary.models.BillingPlanType import BillingPlanType
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OfferType import OfferType
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.RefundPreferenceV1 import RefundPreferenceV1
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UserStatus import UserStatus
from commerce import advanced_commerce

TOKEN = "7e3fb20b-4cdb-47cc-936d-99d65f608138"


def play_production(world):
    world.act("setSwitch", name="limitsRates", enabled=False)
    for story in [
        subscriber, plans, family, billing, prices, offers, refunds, consumption, extensions, commitment, consent,
        advanced_commerce, history, revoked_filter, notification_history, orders, errors,
    ]:
        world.findings.attempt(story, world)


def subscriber(world):
    """One subscriber, in every endpoint."""
    client, expect = world.client, world.expect
    bought = world.buy("anna", "pro.monthly", token=TOKEN)
    transaction = world.transaction(client.get_transaction_info(bought).signedTransactionInfo)
    expect(transaction.transactionId == bought, "get_transaction_info answers another transaction")
    expect(transaction.appAccountToken == TOKEN, "the account token is lost")
    expect(transaction.productId == "pro.monthly" and transaction.price == 0, "product or price is wrong")
    expect(transaction.offerType == OfferType.INTRODUCTORY_OFFER, "the introductory offer is not named")
    statuses = client.get_all_subscription_statuses(bought)
    last = statuses.data[0].lastTransactions[0]
    expect(last.status == Status.ACTIVE and last.originalTransactionId == bought, "the status is not active")
    expect(statuses.bundleId == world.simulator.bundle_id, "the statuses are another app's")
    world.transaction(last.signedTransactionInfo)
    renewal = world.renewal(last.signedRenewalInfo)
    expect(renewal.autoRenewStatus == AutoRenewStatus.ON, "auto-renew is off")
    none = client.get_all_subscription_statuses(bought, [Status.EXPIRED, Status.REVOKED]).data
    expect(not none or not none[0].lastTransactions, "statuses are not filtered")
    signed = client.get_app_transaction_info(bought).signedAppTransactionInfo
    copy = world.verify("app_transaction", signed)
    expect(copy.appTransactionId == transaction.appTransactionId, "the app transaction is another customer's")
    again = client.get_app_transaction_info(copy.appTransactionId).signedAppTransactionInfo
    world.verify("app_transaction", again)
    client.finish_transaction(bought)
    other = str(uuid.UUID(int=7))
    client.set_app_account_token(bought, UpdateAppAccountTokenRequest(appAccountToken=other))
    changed = world.transaction(client.get_transaction_info(bought).signedTransactionInfo)
    expect(changed.appAccountToken == other, "the account token is not set")


def plans(world):
    """Upgrade, downgrade, crossgrade, cancellation and resubscription."""
    world.buy("paul", "basic.monthly")
    world.buy("paul", "pro.monthly")
    world.buy("paul", "basic.monthly")
    world.buy("paul", "pro.monthly")
    world.act("cancel", customer="paul", product="pro.monthly")
    world.act("reenable", customer="paul", product="pro.monthly")
    world.act("advance", by="P1M")
    world.act("cancel", customer="paul", product="pro.monthly")
    world.act("advance", by="P2M")
    world.buy("paul", "pro.monthly")
    world.buy("rosa", "news.weekly")
    world.act("removeFromSale", product="news.weekly")
    world.act("advance", by="P2W")
    world.act("returnToSale", product="news.weekly")


def family(world):
    """Family Sharing, and its end."""
    for name in ["dora", "emil"]:
        world.act("joinFamily", customer=name, name="family")
    world.buy("dora", "pro.monthly")
    shared = [
        world.transaction(signed)
        for signed in pages(world, world.buy("dora", "theme.dark"), TransactionHistoryRequest())
    ]
    world.expect(len(shared) == 2, "the family's purchases are not in the history")
    world.act("leaveFamily", customer="emil")


def billing(world):
    """Failed payments: with and without grace, recovered and expired."""
    world.act("setGracePeriod", days=16)
    world.buy("gina", "basic.monthly")
    world.act("declineCard", customer="gina")
    world.act("advance", by="P1M")
    world.act("advance", by="P20D")
    world.act("repairCard", customer="gina")
    world.act("setGracePeriod")
    world.buy("hugo", "basic.monthly")
    world.act("declineCard", customer="hugo")
    world.act("advance", by="P4M")


def prices(world):
    """A price increase: with consent, and without a response."""
    for name in ["ines", "jack"]:
        world.buy(name, "news.weekly")
    world.act("changePrice", product="news.weekly", price=3990, consent="required")
    world.act("consentToPrice", customer="ines", product="news.weekly")
    world.act("advance", by="P3M")


def offers(world):
    """An offer code, redeemed by a subscriber."""
    world.buy("kate", "pro.monthly")
    world.act("redeem", customer="kate", code="HELLO", product="pro.monthly")


def refunds(world):
    """Refunds by support, with the history of many of them."""
    client, expect = world.client, world.expect
    bought = [world.buy("lena", "coins.100") for _ in range(45)]
    for transaction in bought:
        world.act("refund", transaction=transaction)
    world.act("reverseRefund", transaction=bought[0])
    seen, revision = [], None
    while True:
        page = client.get_refund_history(bought[0], revision)
        seen += [world.transaction(signed).transactionId for signed in page.signedTransactions]
        expect(len(page.signedTransactions) <= 20, "a page of refunds is too long")
        if not page.hasMore:
            break
        revision = page.revision
    expect(sorted(seen) == sorted(bought[1:]), "the refund history is not what was refunded")
    half = world.buy("lena", "coins.100")
    world.act("refund", transaction=half, percentage=50000)
    info = world.transaction(client.get_transaction_info(half).signedTransactionInfo)
    expect(info.revocationPercentage == 50000, "the share of a refund is lost")


def consumption(world):
    """Refunds that customers ask for, answered both ways."""
    client, expect = world.client, world.expect
    granted = world.buy("mara", "coins.100")
    declined = world.buy("mara", "coins.100")
    old = world.buy("mara", "coins.100")
    for transaction in [granted, declined, old]:
        world.act("requestRefund", transaction=transaction, reason="UNINTENDED_PURCHASE")

    def answer(preference):
        return ConsumptionRequest(
            customerConsented=True,
            sampleContentProvided=False,
            deliveryStatus=DeliveryStatus.DELIVERED,
            refundPreference=preference,
        )

    client.send_consumption_information(granted, answer(RefundPreference.GRANT_FULL))
    client.send_consumption_information(declined, answer(RefundPreference.DECLINE))
    client.send_consumption_data(
        old,
        ConsumptionRequestV1(
            customerConsented=True,
            consumptionStatus=ConsumptionStatus.NOT_CONSUMED,
            platform=Platform.APPLE,
            sampleContentProvided=False,
            deliveryStatus=DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY,
            appAccountToken="",
            accountTenure=AccountTenure.THIRTY_DAYS_TO_NINETY_DAYS,
            playTime=PlayTime.ONE_DAY_TO_FOUR_DAYS,
            lifetimeDollarsRefunded=LifetimeDollarsRefunded.ZERO_DOLLARS,
            lifetimeDollarsPurchased=LifetimeDollarsPurchased.ONE_CENT_TO_FORTY_NINE_DOLLARS_AND_NINETY_NINE_CENTS,
            userStatus=UserStatus.ACTIVE,
            refundPreference=RefundPreferenceV1.PREFER_GRANT,
        ),
    )
    world.act("advance", by="P1D")
    states = [world.transaction(client.get_transaction_info(id).signedTransactionInfo) for id in [granted, declined]]
    expect(states[0].revocationDate and not states[1].revocationDate, "a refund is not what was preferred")


def extensions(world):
    """Renewal date extensions: one, and all of a product."""
    client, expect = world.client, world.expect
    bought = world.buy("nina", "pro.yearly")
    before = world.transaction(client.get_transaction_info(bought).signedTransactionInfo).expiresDate

    def request(days):
        return ExtendRenewalDateRequest(
            extendByDays=days,
            extendReasonCode=ExtendReasonCode.CUSTOMER_SATISFACTION,
            requestIdentifier=str(uuid.uuid4()),
        )

    answer = client.extend_subscription_renewal_date(bought, request(7))
    expect(answer.success and answer.originalTransactionId == bought, "an extension has no success")
    expect(answer.effectiveDate == before + 7 * 86_400_000, "an extension has another date")
    client.extend_subscription_renewal_date(bought, request(1))
    world.refuses(APIError.SUBSCRIPTION_MAX_EXTENSION, client.extend_subscription_renewal_date, bought, request(1))
    world.buy("otto", "pro.yearly")
    identifier = str(uuid.uuid4())
    mass = MassExtendRenewalDateRequest(
        extendByDays=3,
        extendReasonCode=ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE,
        requestIdentifier=identifier,
        productId="pro.yearly",
    )
    accepted = client.extend_renewal_date_for_all_active_subscribers(mass)
    expect(accepted.requestIdentifier == identifier, "an extension for all has another identifier")
    world.act("advance", milliseconds=60_000)
    status = client.get_status_of_subscription_renewal_date_extensions(identifier, "pro.yearly")
    expect(status.complete, "an extension for all is not done")
    expect((status.succeededCount, status.failedCount) == (1, 1), "an extension for all counts wrongly")


def commitment(world):
    """A yearly commitment with monthly payments."""
    bought = world.buy("uma", "pro.yearly", plan="MONTHLY", storefront="DEU")
    world.act("advance", by="P3M")
    last = world.client.get_all_subscription_statuses(bought).data[0].lastTransactions[0]
    transaction = world.transaction(last.signedTransactionInfo)
    renewal = world.renewal(last.signedRenewalInfo)
    world.expect(transaction.billingPlanType == BillingPlanType.MONTHLY, "the billing plan is lost")
    world.expect(transaction.commitmentInfo.billingPeriodNumber == 4, "the period of the commitment is wrong")
    world.expect(transaction.commitmentInfo.totalBillingPeriods == 12, "the commitment has no 12 periods")
    world.expect(renewal.commitmentInfo is not None, "the renewal has no commitment")


def consent(world):
    """Notifications without a transaction: rescinded consent, external purchases, a test."""
    world.act("rescindConsent", customer="anna")
    world.act("openExternalPurchase", customer="anna", reason="ACQUISITION")
    world.act("advance", by="P1Y")
    world.test_notification()


def pages(world, transaction, request, version=GetTransactionHistoryVersion.V2):
    """Returns every signed transaction of a history, page by page."""
    signed, revision = [], None
    while True:
        page = world.client.get_transaction_history(transaction, revision, request, version)
        world.expect(len(page.signedTransactions) <= 20, "a page of the history is too long")
        signed += page.signedTransactions
        revision = page.revision
        world.expect(revision, "a page has no revision")
        if not page.hasMore:
            return signed


def history(world):
    """A long history, in both versions, both orders and all filters."""
    client, expect = world.client, world.expect
    start = world.simulator.now()
    bought = [world.buy("rita", "coins.100", quantity=2) for _ in range(45)]
    bought.append(world.buy("rita", "theme.dark"))
    bought.append(world.buy("rita", "pro.monthly"))
    world.act("refund", transaction=bought[0])
    ascending = [world.transaction(signed) for signed in pages(world, bought[1], TransactionHistoryRequest())]
    expect(sorted(t.transactionId for t in ascending) == sorted(bought), "the history is not what was bought")
    descending = pages(world, bought[1], TransactionHistoryRequest(sort=Order.DESCENDING))
    names = [world.transaction(signed).transactionId for signed in descending]
    expect(names == [t.transactionId for t in reversed(ascending)], "descending is not ascending backwards")
    old = pages(world, bought[1], TransactionHistoryRequest(), GetTransactionHistoryVersion.V1)
    expect(len(old) <= len(bought), "the first version has more than the second")
    filters = [
        (TransactionHistoryRequest(productIds=["theme.dark"]), 1),
        (TransactionHistoryRequest(productTypes=[ProductType.AUTO_RENEWABLE]), 1),
        (TransactionHistoryRequest(productTypes=[ProductType.CONSUMABLE, ProductType.NON_CONSUMABLE]), 46),
        (TransactionHistoryRequest(inAppOwnershipType=InAppOwnershipType.FAMILY_SHARED), 0),
        (TransactionHistoryRequest(startDate=start, endDate=start + 60_000), 47),
    ]
    for request, count in filters:
        found = pages(world, bought[1], request)
        expect(len(found) == count, f"{request}: {len(found)} and not {count}")


def revoked_filter(world):
    """The history of revoked transactions, and of the others; the library writes True and False in capitals."""
    bought = [world.buy("vera", "coins.100") for _ in range(3)]
    world.act("refund", transaction=bought[0])
    for is_revoked, count in [(True, 1), (False, 2)]:
        found = pages(world, bought[1], TransactionHistoryRequest(revoked=is_revoked))
        world.expect(len(found) == count, f"revoked_filter: {len(found)} for {is_revoked} and not {count}")


def notification_history(world):
    """The notification history, page by page and by filters."""
    client, expect = world.client, world.expect
    world.act("advance", milliseconds=1000)
    now = world.simulator.now()
    day = 86_400_000

    def request(**fields):
        return NotificationHistoryRequest(startDate=now - 170 * day, endDate=now, **fields)

    seen, token = [], None
    while True:
        page = client.get_notification_history(token, request())
        seen += page.notificationHistory
        if not page.hasMore:
            break
        token = page.paginationToken
        expect(len(page.notificationHistory) <= 20, "a page of notifications is too long")
    expect(len(seen) > 20, "the history of notifications is short")
    for item in seen[:40]:
        world.notification(item.signedPayload)
        expect(item.sendAttempts[0].sendAttemptResult == SendAttemptResult.SUCCESS, "an attempt is no success")
    refunds = client.get_notification_history(None, request(notificationType=NotificationTypeV2.REFUND))
    expect(refunds.notificationHistory, "there are no refunds in the history of notifications")
    for item in refunds.notificationHistory:
        found = world.notification(item.signedPayload).notificationType
        expect(found == NotificationTypeV2.REFUND, f"{found} among refunds")
    failures = client.get_notification_history(None, request(onlyFailures=True))
    expect(not failures.notificationHistory, "failures where there were none")


def orders(world):
    """The order id in Apple's email."""
    order = world.purchase("tina", "coins.100")["orderId"]
    found = world.client.look_up_order_id(order)
    world.expect(found.status == OrderLookupStatus.VALID and found.signedTransactions, "an order is not found")
    for signed in found.signedTransactions:
        world.transaction(signed)
    world.expect(world.client.look_up_order_id("M0").status == OrderLookupStatus.INVALID, "a wrong order is found")


def errors(world):
    """Refusals, each with its type."""
    client, refuses = world.client, world.refuses
    coins = world.buy("sara", "coins.100")
    unknown = "999999999999999"
    refuses(APIError.TRANSACTION_ID_NOT_FOUND, client.get_transaction_info, unknown)
    refuses(APIError.INVALID_TRANSACTION_ID, client.get_transaction_info, "abc")
    refuses(APIError.TRANSACTION_ID_NOT_FOUND, client.get_transaction_history, unknown, None,
            TransactionHistoryRequest(), GetTransactionHistoryVersion.V2)
    refuses(APIError.INVALID_REQUEST_REVISION, client.get_transaction_history, coins, "x", TransactionHistoryRequest(),
            GetTransactionHistoryVersion.V2)
    refuses(APIError.INVALID_START_DATE, client.get_transaction_history, coins, None,
            TransactionHistoryRequest(startDate=-1), GetTransactionHistoryVersion.V2)
    refuses(APIError.TRANSACTION_ID_NOT_FOUND, client.get_all_subscription_statuses, unknown)
    refuses(APIError.TEST_NOTIFICATION_NOT_FOUND, client.get_test_notification_status, str(uuid.uuid4()))
    refuses(APIError.STATUS_REQUEST_NOT_FOUND, client.get_status_of_subscription_renewal_date_extensions,
            str(uuid.uuid4()), "pro.monthly")
    refuses(APIError.INVALID_EXTEND_BY_DAYS, client.extend_subscription_renewal_date, coins,
            ExtendRenewalDateRequest(extendByDays=91, extendReasonCode=ExtendReasonCode.OTHER,
                                     requestIdentifier=str(uuid.uuid4())))
    refuses(APIError.INVALID_APP_ACCOUNT_TOKEN_UUID_ERROR, client.set_app_account_token, coins,
            UpdateAppAccountTokenRequest(appAccountToken="no-uuid"))
    now = world.simulator.now()
    refuses(APIError.START_DATE_AFTER_END_DATE, client.get_notification_history, None,
            NotificationHistoryRequest(startDate=now, endDate=now - 1))
    refuses(APIError.INVALID_PAGINATION_TOKEN, client.get_notification_history, "x",
            NotificationHistoryRequest(startDate=now - 1000, endDate=now))
