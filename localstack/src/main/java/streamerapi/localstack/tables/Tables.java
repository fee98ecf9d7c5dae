package streamerapi.localstack.tables;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateException;
import streamerapi.localstack.template.TemplateMapping;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Makes the tables that the template describes and that are not there yet.
public final class Tables {
    private static final String TYPE = "AWS::DynamoDB::Table";

    private final Template template;
    private final DynamoDbClient dynamoDb;

    public Tables(Template template, DynamoDbClient dynamoDb) {
        this.template = template;
        this.dynamoDb = dynamoDb;
    }

    /// Makes what is missing.
    ///
    /// @throws TemplateException if a kept table has other keys or indexes than the template
    public void create() {
        template.resources(TYPE).forEach(this::create);
    }

    /// The name of a table.
    ///
    /// @param id its logical id
    /// @throws IllegalArgumentException if the template has no such table
    public String name(String id) {
        return template.resources(TYPE).stream()
                .filter(table -> table.id().equals(id))
                .map(template::ref)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no table " + id));
    }

    /// The ARN of a table's current stream in the engine, whose region and label are the engine's own.
    public String engineStreamArn(String name) {
        return description(name).latestStreamArn();
    }

    /// Whether there is such a table, and it has a stream.
    public boolean hasStream(String name) {
        try {
            return description(name).latestStreamArn() != null;
        } catch (ResourceNotFoundException e) {
            return false;
        }
    }

    /// The name of a table's partition key.
    public String partitionKey(String name) {
        return description(name).keySchema().stream()
                .filter(key -> key.keyType() == KeyType.HASH)
                .map(KeySchemaElement::attributeName)
                .findFirst()
                .orElseThrow();
    }

    private TableDescription description(String name) {
        return dynamoDb.describeTable(b -> b.tableName(name)).table();
    }

    private void create(Resource table) {
        CreateTableRequest wanted = request(template.ref(table), table.properties());
        try {
            TableDescription kept =
                    dynamoDb.describeTable(b -> b.tableName(wanted.tableName())).table();
            if (!kept.keySchema().equals(wanted.keySchema()) || !indexes(kept).equals(indexes(wanted))) {
                throw new TemplateException(
                        table.properties().place(),
                        "the table that is kept in the data directory has other keys or indexes; use another directory");
            }
        } catch (ResourceNotFoundException e) {
            dynamoDb.createTable(wanted);
            dynamoDb.waiter().waitUntilTableExists(b -> b.tableName(wanted.tableName()));
        }
        expire(wanted.tableName(), table.properties().section("TimeToLiveSpecification"));
    }

    private void expire(String name, TemplateMapping timeToLive) {
        if (!timeToLive.flag("Enabled")) {
            return;
        }
        var status = dynamoDb.describeTimeToLive(b -> b.tableName(name)).timeToLiveDescription();
        if (status == null || status.timeToLiveStatus() == TimeToLiveStatus.DISABLED) {
            dynamoDb.updateTimeToLive(b -> b.tableName(name)
                    .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName(timeToLive.text("AttributeName"))));
        }
    }

    private static CreateTableRequest request(String name, TemplateMapping properties) {
        properties.oneOf("BillingMode", "PROVISIONED", "PAY_PER_REQUEST");
        var request = CreateTableRequest.builder()
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(keys(properties))
                .attributeDefinitions(properties.sections("AttributeDefinitions").stream()
                        .map(attribute -> AttributeDefinition.builder()
                                .attributeName(attribute.text("AttributeName"))
                                .attributeType(attribute.text("AttributeType"))
                                .build())
                        .toList());
        if (properties.has("LocalSecondaryIndexes")) {
            request.localSecondaryIndexes(properties.sections("LocalSecondaryIndexes").stream()
                    .map(index -> LocalSecondaryIndex.builder()
                            .indexName(index.text("IndexName"))
                            .keySchema(keys(index))
                            .projection(projection(index.section("Projection")))
                            .build())
                    .toList());
        }
        if (properties.has("GlobalSecondaryIndexes")) {
            request.globalSecondaryIndexes(properties.sections("GlobalSecondaryIndexes").stream()
                    .map(index -> GlobalSecondaryIndex.builder()
                            .indexName(index.text("IndexName"))
                            .keySchema(keys(index))
                            .projection(projection(index.section("Projection")))
                            .build())
                    .toList());
        }
        TemplateMapping stream = properties.section("StreamSpecification");
        if (stream.has("StreamViewType")) {
            request.streamSpecification(s -> s.streamEnabled(true).streamViewType(stream.text("StreamViewType")));
        }
        return request.build();
    }

    private static List<KeySchemaElement> keys(TemplateMapping owner) {
        return owner.sections("KeySchema").stream()
                .map(key -> KeySchemaElement.builder()
                        .attributeName(key.text("AttributeName"))
                        .keyType(key.text("KeyType"))
                        .build())
                .toList();
    }

    private static Projection projection(TemplateMapping projection) {
        var built = Projection.builder().projectionType(projection.text("ProjectionType"));
        if (projection.has("NonKeyAttributes")) {
            built.nonKeyAttributes(projection.texts("NonKeyAttributes"));
        }
        return built.build();
    }

    private static Set<String> indexes(TableDescription table) {
        var names = table.localSecondaryIndexes().stream()
                .map(index -> index.indexName() + index.keySchema())
                .collect(Collectors.toSet());
        table.globalSecondaryIndexes().forEach(index -> names.add(index.indexName() + index.keySchema()));
        return names;
    }

    private static Set<String> indexes(CreateTableRequest table) {
        var names = table.localSecondaryIndexes().stream()
                .map(index -> index.indexName() + index.keySchema())
                .collect(Collectors.toSet());
        table.globalSecondaryIndexes().forEach(index -> names.add(index.indexName() + index.keySchema()));
        return names;
    }
}
