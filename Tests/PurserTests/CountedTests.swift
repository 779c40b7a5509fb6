import Testing
import purser

@Suite struct CountedTests {
    @Test(
        "There is one right, and there are no, two or more rights",
        arguments: [(0, "0 rights"), (1, "1 right"), (2, "2 rights"), (21, "21 rights")]
    )
    func text(number: Int, text: String) {
        #expect(Counted.text(number, "right", "rights") == text)
    }
}
