import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct OutageSharingTests {
    @Test("An outage of one node is known to the others, and an old one brings nobody back to it")
    func shared() async throws {
        let books = InMemoryRepository()
        let notes = [OutageNote(), OutageNote()]
        let now = Sample.beginning + .minutes(1)
        let ambient = Ambient(now: { now }, randomBytes: { Array(repeating: 0, count: $0) })
        let sharing = notes.map { note in
            OutageSharing(outage: note, repository: books, ambient: ambient, clock: .continuous)
        }
        for each in sharing { await each.share() }
        #expect(try await books.newestOutage() == nil)
        notes[0].note(at: Sample.beginning)
        for each in sharing { await each.share() }
        #expect(notes[1].wasNoted(since: Sample.beginning))
        notes[1].note(at: Sample.beginning + .seconds(5))
        for each in sharing.reversed() { await each.share() }
        #expect(notes[0].newest == Sample.beginning + .seconds(5))
        notes[0].note(at: Sample.beginning)
        #expect(notes[0].newest == Sample.beginning + .seconds(5))
        // One whose clock was ahead.
        notes[0].note(at: now + .hours(1))
        for each in sharing { await each.share() }
        #expect(notes[1].newest == now)
    }
}
