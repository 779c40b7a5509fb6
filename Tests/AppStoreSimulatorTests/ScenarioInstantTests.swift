import AppStore
import AppStoreSimulator
import Testing

@Suite struct ScenarioInstantTests {
    @Test(
        "Instants are spelled as RFC 3339 and read back",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_768_467_600_000, "2026-01-15T09:00:00Z"),
            (1_709_251_199_001, "2024-02-29T23:59:59.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func spelling(milliseconds: Int64, text: String) {
        #expect(ScenarioInstant.text(Timestamp(milliseconds: milliseconds)) == text)
        #expect(ScenarioInstant.instant(text)?.milliseconds == milliseconds)
    }

    @Test(
        "Other text is not an instant",
        arguments: [
            "", "2026-01-15", "2026-01-15T09:00:00", "2026-13-15T09:00:00Z", "2026-02-29T09:00:00Z",
            "2026-01-15T24:00:00Z",
            "2026-01-15T09:00:00.5Z", "2026-01-15T09:00:00ZZ", "+026-01-15T09:00:00Z", "2026-01-15 09:00:00Z",
            "0000-01-01T00:00:00Z", "Consumable",
        ]
    )
    func none(text: String) {
        #expect(ScenarioInstant.instant(text) == nil)
    }
}
