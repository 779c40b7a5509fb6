"""Advanced Commerce with Apple's library: its signatures are accepted, and the resulting objects are verified."""

import uuid

from appstoreserverlibrary.jws_signature_creator import AdvancedCommerceAPIInAppSignatureCreator
from appstoreserverlibrary.models.AdvancedCommerceDescriptors import AdvancedCommerceDescriptors
from appstoreserverlibrary.models.AdvancedCommerceOneTimeChargeCreateRequest import (
    AdvancedCommerceOneTimeChargeCreateRequest,
)
from appstoreserverlibrary.models.AdvancedCommerceOneTimeChargeItem import AdvancedCommerceOneTimeChargeItem
from appstoreserverlibrary.models.AdvancedCommercePeriod import AdvancedCommercePeriod
from appstoreserverlibrary.models.AdvancedCommercePriceIncreaseInfoStatus import (
    AdvancedCommercePriceIncreaseInfoStatus,
)
from appstoreserverlibrary.models.AdvancedCommerceRefundType import AdvancedCommerceRefundType
from appstoreserverlibrary.models.AdvancedCommerceRequestInfo import AdvancedCommerceRequestInfo
from appstoreserverlibrary.models.AdvancedCommerceSubscriptionCreateItem import (
    AdvancedCommerceSubscriptionCreateItem,
)
from appstoreserverlibrary.models.AdvancedCommerceSubscriptionCreateRequest import (
    AdvancedCommerceSubscriptionCreateRequest,
)

TAX_CODE = "C003-00-1"


def advanced_commerce(world):
    """Signed requests sell products and a subscription, and the developer changes the subscription."""
    expect = world.expect
    seat = AdvancedCommerceOneTimeChargeItem(
        SKU="seat.17", description="A seat in row 17", displayName="Seat", price=4990
    )
    charge = AdvancedCommerceOneTimeChargeCreateRequest(
        requestInfo=_info(), currency="USD", item=seat, taxCode=TAX_CODE
    )
    bought = world.buy("cora", "studio.charge", signature=_signed(world, charge))
    sold = world.transaction(world.client.get_transaction_info(bought).signedTransactionInfo)
    expect(sold.price == 4990, "a one-time charge has another price")
    expect(sold.advancedCommerceInfo.items[0].SKU == "seat.17", "a one-time charge sells something else")
    subscribed = _subscribe(world)
    latest = _subscription(world, subscribed)
    expect([item.SKU for item in latest[0].advancedCommerceInfo.items] == ["music", "film"], "items are missing")
    expect(latest[1].advancedCommerceInfo.consistencyToken, "a renewal has no consistency token")
    world.act(
        "callCommerce",
        transaction=subscribed,
        name="changeSubscriptionMetadata",
        commerce={**_body(), "descriptors": {"displayName": "Plus", "effective": "IMMEDIATELY"}},
    )
    latest = _subscription(world, subscribed)
    expect(latest[0].advancedCommerceInfo.descriptors.displayName == "Plus", "a subscription has its old name")
    world.act(
        "callCommerce",
        transaction=subscribed,
        name="changeSubscriptionPrice",
        commerce={**_body(), "items": [{"SKU": "music", "price": 11_000}]},
    )
    increase = _subscription(world, subscribed)[1].advancedCommerceInfo.items[0].priceIncreaseInfo
    expect(increase.status == AdvancedCommercePriceIncreaseInfoStatus.SCHEDULED, "a higher price is not to come")
    world.act(
        "callCommerce",
        transaction=subscribed,
        name="requestTransactionRefund",
        commerce={
            **_body(),
            "items": [{"SKU": "film", "refundReason": "OTHER", "refundType": "FULL", "revoke": True}],
            "refundRiskingPreference": False,
        },
    )
    refund = _subscription(world, subscribed)[0].advancedCommerceInfo.items[1].refunds[0]
    expect(refund.refundAmount == 2000 and refund.refundType == AdvancedCommerceRefundType.FULL, "a wrong refund")
    _migrate(world)


def _migrate(world):
    old = world.buy("dora", "news.weekly")
    world.act(
        "callCommerce",
        transaction=old,
        name="migrateSubscription",
        commerce={
            **_body(),
            "descriptors": {"description": "Everything", "displayName": "Studio"},
            "items": [{"SKU": "news", "description": "All news", "displayName": "News"}],
            "targetProductId": "studio.membership",
            "taxCode": TAX_CODE,
        },
    )
    transaction, renewal = _subscription(world, old)
    world.expect(transaction.originalTransactionId != old, "a migrated subscription has its old id")
    world.expect(renewal.autoRenewProductId == "studio.membership", "a migrated subscription renews as it was")


def _subscribe(world):
    items = [
        AdvancedCommerceSubscriptionCreateItem(SKU="music", description="All music", displayName="Music", price=10_000),
        AdvancedCommerceSubscriptionCreateItem(SKU="film", description="All films", displayName="Film", price=2000),
    ]
    request = AdvancedCommerceSubscriptionCreateRequest(
        requestInfo=_info(),
        currency="USD",
        descriptors=AdvancedCommerceDescriptors(description="Everything", displayName="Studio"),
        items=items,
        taxCode=TAX_CODE,
        period=AdvancedCommercePeriod.P1M,
    )
    return world.buy("cora", "studio.membership", signature=_signed(world, request))


def _subscription(world, transaction):
    last = world.client.get_all_subscription_statuses(transaction).data[-1].lastTransactions[0]
    return world.transaction(last.signedTransactionInfo), world.renewal(last.signedRenewalInfo)


def _signed(world, request):
    simulator = world.simulator
    creator = AdvancedCommerceAPIInAppSignatureCreator(
        simulator.private_key, simulator.key_id, simulator.issuer_id, simulator.bundle_id
    )
    return creator.create_signature(request)


def _info():
    return AdvancedCommerceRequestInfo(requestReferenceId=uuid.uuid4())


def _body():
    return {"requestInfo": {"requestReferenceId": str(uuid.uuid4())}}
