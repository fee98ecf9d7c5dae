package software.amazon.awssdk.regions;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// The SDK's table of where each of AWS's 390 services is, in the place of the SDK's own class of this name: empty.
///
/// The SDK asks it for the region to sign for, and the SDK's own loads a class for every service there is, a tenth of
/// all that a cold start loads. Without an entry the SDK takes the rule that holds for the services called here: the
/// region itself, and `<service>.<region>.<the partition's domain>` (ADR 23). A test compares the two for every region.
///
/// Lambda's class path has the jars of `lib/` in the order of their names, and this one's begins with `0-`.
@NullMarked
public final class GeneratedServiceMetadataProvider implements ServiceMetadataProvider {

    @Override
    public @Nullable ServiceMetadata serviceMetadata(String service) {
        return null;
    }
}
