package io.snowkeeper.client;

import io.snowkeeper.core.business.BusinessNumber;
import java.util.Optional;

/**
 * A text, read as a number of a sequence by the sequence's format. It does not say whether the number was ever handed
 * out.
 *
 * @param valid whether it is one of the sequence's numbers
 * @param number the number that it stands for; empty if it is not written in the format
 * @param problem why it is none of the sequence's numbers; empty if it is valid
 */
public record ParsedText(boolean valid, Optional<BusinessNumber> number, Optional<String> problem) {}
