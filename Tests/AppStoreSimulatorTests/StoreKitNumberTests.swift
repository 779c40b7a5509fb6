import AppStoreSimulator
import Testing

/// The numbers of the App Store in Xcode's files.
@Suite struct StoreKitNumberTests {
    @Test("A decimal internalID of nine digits or more is the product's number, and is written again as that")
    func numbers() throws {
        let ids = ["1146327846", "12345678", "ABCD12345", "0000000000", "1146327846"]
        let products = ids.enumerated().map { index, id in
            #"{"productID": "p\#(index)", "type": "Consumable", "displayPrice": "1", "internalID": "\#(id)"}"#
        }
        let text = """
            {"products": [\(products.joined(separator: ",\n"))], "subscriptionGroups": [
            {"id": "G1", "name": "Pro", "localizations": [], "subscriptions": [
            {"productID": "pro", "type": "RecurringSubscription", "displayPrice": "9.99", "groupNumber": 1,
            "recurringSubscriptionPeriod": "P1M", "internalID": "6447400001"}]}], "version": {"major": 4, "minor": 0}}
            """
        let file = try StoreKitFile(Array(text.utf8), file: "shop.storekit")
        let numbers = file.catalog.products.map(\.appStoreId)
        #expect(numbers == [1_146_327_846, nil, nil, nil, nil, 6_447_400_001])
        let written = StoreKitFile(catalog: file.catalog, settings: file.settings)
        #expect(written.warnings.isEmpty)
        let again = try StoreKitFile(written.json(), file: "written")
        #expect(again.catalog == file.catalog)
        var short = file.catalog.products[1]
        short.appStoreId = 7
        let warned = StoreKitFile(catalog: WorldCatalog([short]), settings: file.settings)
        #expect(warned.warnings.count == 1)
    }
}
