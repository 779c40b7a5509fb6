import AppStore

extension CommerceContent {
    /// What a signed transaction says of it.
    func transactionInfo(in storefront: WorldStorefront) -> AdvancedCommerceTransactionInfo {
        let tax = CommerceTax(storefront)
        let (exclusive, estimated) = tax.parts(of: self.paid)
        var info = AdvancedCommerceTransactionInfo()
        info.descriptors = self.descriptors
        info.estimatedTax = estimated
        info.items = self.items.map { item in
            AdvancedCommerceTransactionItem(
                sku: item.sku,
                description: item.description,
                displayName: item.displayName,
                offer: item.offer,
                price: item.price,
                refunds: item.refunds.isEmpty ? nil : item.refunds,
                revocationDate: item.revokedAt.map { Timestamp(milliseconds: $0) }
            )
        }
        info.period = self.period
        info.requestReferenceId = self.requestReferenceId
        info.taxCode = self.taxCode
        info.taxExclusivePrice = exclusive
        info.taxRate = tax.rate
        return info
    }

    /// What a signed renewal info says of it.
    var renewalInfo: AdvancedCommerceRenewalInfo {
        AdvancedCommerceRenewalInfo(
            consistencyToken: self.consistencyToken,
            descriptors: self.descriptors,
            items: self.items.map { item in
                AdvancedCommerceRenewalItem(
                    sku: item.sku,
                    description: item.description,
                    displayName: item.displayName,
                    offer: item.offer,
                    price: item.price,
                    priceIncreaseInfo: item.increase.map { increase in
                        AdvancedCommercePriceIncreaseInfo(
                            dependentSKUs: increase.dependentSKUs.isEmpty ? nil : increase.dependentSKUs,
                            price: increase.price,
                            status: increase.status
                        )
                    }
                )
            },
            period: self.period,
            requestReferenceId: self.requestReferenceId,
            taxCode: self.taxCode
        )
    }
}
