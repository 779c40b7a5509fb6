import AppStore
import Testing

@Suite struct WireRequestTests {
    private func text(_ object: some WireObject) -> String {
        String(decoding: object.json(), as: UTF8.self)
    }

    @Test("An object has exactly the fields that its closure sets, in Apple's order")
    func with() {
        let payload = TransactionPayload.with {
            $0.commitmentInfo = .with { $0.totalBillingPeriods = 12 }
            $0.transactionId = "1"
        }
        #expect(self.text(payload) == #"{"transactionId":"1","commitmentInfo":{"totalBillingPeriods":12}}"#)
        #expect(TransactionPayload.with { _ in } == TransactionPayload())
    }

    @Test("Consumption information has Apple's names and values, and omits absent fields")
    func consumption() throws {
        var request = ConsumptionRequest.with {
            $0.customerConsented = true
            $0.sampleContentProvided = false
            $0.deliveryStatus = .delivered
        }
        #expect(
            self.text(request)
                == #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}"#
        )
        request.consumptionPercentage = 50000
        request.refundPreference = .grantProrated
        #expect(self.text(request).hasSuffix(#","consumptionPercentage":50000,"refundPreference":"GRANT_PRORATED"}"#))
        #expect(try ConsumptionRequest(json: request.json()) == request)
    }

    @Test("A body without a required field can be read, and the field is nil")
    func missing() throws {
        let request = try ConsumptionRequest(json: Array(#"{"customerConsented":false}"#.utf8))
        #expect(request.customerConsented == false)
        #expect(request.deliveryStatus == nil)
    }

    @Test("Version 1 of consumption information writes an empty token if there is none")
    func consumptionV1() {
        let request = ConsumptionRequestV1.with {
            $0.customerConsented = true
            $0.consumptionStatus = .partiallyConsumed
            $0.platform = .apple
            $0.sampleContentProvided = true
            $0.deliveryStatus = .undeliveredServerOutage
            $0.appAccountToken = ""
            $0.accountTenure = .overThreeHundredSixtyFiveDays
            $0.playTime = .undeclared
            $0.lifetimeDollarsRefunded = .zero
            $0.lifetimeDollarsPurchased = .twoThousandDollarsOrMore
            $0.userStatus = .limitedAccess
        }
        #expect(
            self.text(request)
                == #"{"customerConsented":true,"consumptionStatus":2,"platform":1,"sampleContentProvided":true,"#
                + #""deliveryStatus":3,"appAccountToken":"","accountTenure":7,"playTime":0,"#
                + #""lifetimeDollarsRefunded":1,"lifetimeDollarsPurchased":7,"userStatus":4}"#
        )
    }

    @Test("The names of stock keeping units are written as SKU")
    func capitals() throws {
        let item = AdvancedCommerceSubscriptionModifyInAppRequest.ChangeItem.with {
            $0.currentSKU = "old"
            $0.sku = "new"
            $0.description = "d"
            $0.displayName = "n"
            $0.effective = .nextBillCycle
            $0.price = 1990
            $0.reason = .upgrade
        }
        #expect(
            self.text(item)
                == #"{"currentSKU":"old","SKU":"new","description":"d","displayName":"n","#
                + #""effective":"NEXT_BILL_CYCLE","price":1990,"reason":"UPGRADE"}"#
        )
        let info = try AdvancedCommercePriceIncreaseInfo(json: Array(#"{"dependentSKUs":["a"],"price":1}"#.utf8))
        #expect(info.dependentSKUs == ["a"])
    }

    @Test("A response to a realtime request contains its one option")
    func realtime() throws {
        let body = RealtimeResponseBody.with {
            $0.promotionalOffer = .with {
                $0.messageIdentifier = "m"
                $0.promotionalOfferSignatureV2 = SignedData("a.b.c")
            }
        }
        #expect(
            self.text(body)
                == #"{"promotionalOffer":{"messageIdentifier":"m","promotionalOfferSignatureV2":"a.b.c"}}"#
        )
        #expect(try RealtimeResponseBody(json: body.json()) == body)
    }

    @Test("A realtime request has all of Apple's fields")
    func realtimeRequest() throws {
        let json =
            #"{"originalTransactionId":"1","appAppleId":2,"productId":"p","userLocale":"de-DE","#
            + #""requestIdentifier":"r","environment":"Sandbox","signedDate":3}"#
        let payload = RealtimeRequestPayload.with {
            $0.originalTransactionId = "1"
            $0.appAppleId = 2
            $0.productId = "p"
            $0.userLocale = "de-DE"
            $0.requestIdentifier = "r"
            $0.environment = .sandbox
            $0.signedDate = Timestamp(milliseconds: 3)
        }
        #expect(try RealtimeRequestPayload(json: Array(json.utf8)) == payload)
        #expect(self.text(payload) == json)
    }

    @Test("Customer groups are decoded, including a role without permissions")
    func groups() throws {
        let json =
            #"{"groups":[{"groupId":"9","groupType":"ORGANIZATION","roles":[{"productId":"p","role":"NONE"}]},"#
            + #"{"groupId":"8","groupType":"CONSUMER"}]}"#
        let response = try GetCustomerGroupsResponse(json: Array(json.utf8))
        let expected = GetCustomerGroupsResponse.with {
            $0.groups = [
                .with {
                    $0.groupId = "9"
                    $0.groupType = .organization
                    $0.roles = [
                        .with {
                            $0.productId = "p"
                            $0.role = .seatOnly
                        }
                    ]
                },
                .with {
                    $0.groupId = "8"
                    $0.groupType = .consumer
                },
            ]
        }
        #expect(response == expected)
        #expect(self.text(response) == json)
    }

    @Test("A report keeps the spelling of its exchange rate")
    func exchangeRate() throws {
        let json = #"{"lineItemId":"1","exchangeRate":1.10500,"amountTaxExclusive":-9990}"#
        let item = try ExternalPurchaseLineItem(json: Array(json.utf8))
        #expect(item.exchangeRate == .number("1.10500"))
        #expect(item.amountTaxExclusive == -9990)
        #expect(self.text(item) == json)
    }
}
