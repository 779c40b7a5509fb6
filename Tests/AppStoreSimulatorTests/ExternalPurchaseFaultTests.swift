import AppStore
import AppStoreSimulator
import Testing

@Suite struct ExternalPurchaseFaultTests {
    @Test("Each rule for a report as a whole has its code", arguments: ExternalPurchaseFaultCase.whole)
    func whole(story: ExternalPurchaseFaultCase) throws {
        var books = ExternalPurchaseBooks(type: story.type)
        #expect(try story.play(&books) == [story.expected])
    }

    @Test("Each rule for a line item by itself has its code", arguments: ExternalPurchaseFaultCase.single)
    func single(story: ExternalPurchaseFaultCase) throws {
        var books = ExternalPurchaseBooks(type: story.type)
        #expect(try story.play(&books) == [story.expected])
    }

    @Test(
        "Each rule for what line items say about each other has its code",
        arguments: ExternalPurchaseFaultCase.related
    )
    func related(story: ExternalPurchaseFaultCase) throws {
        var books = ExternalPurchaseBooks(type: story.type)
        #expect(try story.play(&books) == [story.expected])
    }

    @Test("The tables above reach every code there is")
    func complete() {
        let reached =
            (ExternalPurchaseFaultCase.whole + ExternalPurchaseFaultCase.single + ExternalPurchaseFaultCase.related)
            .compactMap { story in
                story.expected.split(separator: " ").first.flatMap { Int32($0) }
            }
        #expect(Set(reached) == Set(ExternalPurchaseFault.allCases.map(\.rawValue)))
        #expect(Set(1...35).isSubset(of: reached))
    }
}
