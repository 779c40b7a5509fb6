import AppStoreSimulator
import Testing

@Suite struct RetentionFaultTests {
    @Test("Each refusal about images has its code", arguments: RetentionFaultCase.images)
    func images(story: RetentionFaultCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("Each refusal about messages has its code", arguments: RetentionFaultCase.messages)
    func messages(story: RetentionFaultCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("Each refusal about default messages has its code", arguments: RetentionFaultCase.defaults)
    func defaults(story: RetentionFaultCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("Each refusal about realtime addresses and their tests has its code", arguments: RetentionFaultCase.realtime)
    func realtime(story: RetentionFaultCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("The tables above reach every code that is not about finding a transaction")
    func complete() {
        let tables = [
            RetentionFaultCase.images, RetentionFaultCase.messages, RetentionFaultCase.defaults,
            RetentionFaultCase.realtime,
        ]
        let aboutTransactions: Set<RetentionFault> = [
            .invalidTransactionId, .appTransactionIdNotSupported, .familyTransactionNotSupported,
            .notOriginalTransactionId, .originalTransactionIdNotFound,
        ]
        let reached = Set(tables.joined().map(\.expected))
        #expect(reached == Set(RetentionFault.allCases).subtracting(aboutTransactions))
    }

    @Test("A code begins with its HTTP status", arguments: RetentionFault.allCases)
    func status(fault: RetentionFault) {
        #expect([400, 403, 404, 409].contains(fault.status))
        #expect(!fault.message.isEmpty)
    }
}
