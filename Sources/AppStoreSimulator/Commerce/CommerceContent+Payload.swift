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
            AdvancedCommerceTransactionItem.with {
                $0.sku = item.sku
                $0.description = item.description
                $0.displayName = item.displayName
                $0.offer = item.offer
                $0.price = item.price
                $0.refunds = item.refunds.isEmpty ? nil : item.refunds
                $0.revocationDate = item.revokedAt.map { Timestamp(milliseconds: $0) }
            }
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
        AdvancedCommerceRenewalInfo.with {
            $0.consistencyToken = self.consistencyToken
            $0.descriptors = self.descriptors
            $0.items = self.items.map { item in
                AdvancedCommerceRenewalItem.with {
                    $0.sku = item.sku
                    $0.description = item.description
                    $0.displayName = item.displayName
                    $0.offer = item.offer
                    $0.price = item.price
                    $0.priceIncreaseInfo = item.increase.map { increase in
                        AdvancedCommercePriceIncreaseInfo.with {
                            $0.dependentSKUs = increase.dependentSKUs.isEmpty ? nil : increase.dependentSKUs
                            $0.price = increase.price
                            $0.status = increase.status
                        }
                    }
                }
            }
            $0.period = self.period
            $0.requestReferenceId = self.requestReferenceId
            $0.taxCode = self.taxCode
        }
    }
}
