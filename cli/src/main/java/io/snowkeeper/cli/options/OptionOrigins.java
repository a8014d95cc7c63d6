package io.snowkeeper.cli.options;

import io.snowkeeper.node.service.message.StartOption;
import java.util.Optional;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.OptionSpec;

/** The values of options that are not on the command line, each with where it is from. */
public interface OptionOrigins extends IDefaultValueProvider {

    /** Returns the value of an option that comes from somewhere. */
    String valueOf(OptionSpec option);

    /** Returns where the value of an option comes from if it is not on the command line, empty if from nowhere. */
    Optional<StartOption.Origin> originOf(OptionSpec option);
}
