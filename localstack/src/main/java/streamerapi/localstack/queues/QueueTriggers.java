package streamerapi.localstack.queues;

import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.template.Template;
import streamerapi.shared.aws.AwsOperations;

import java.util.List;

/// Every `SQS` event of the template, at work.
public final class QueueTriggers implements AutoCloseable {
    private final List<QueueTrigger> triggers;

    /// @throws streamerapi.localstack.template.TemplateException if an event cannot be wired
    public QueueTriggers(Template template, Queues queues, AwsOperations sqs, Functions functions) {
        triggers = QueueTriggerSettings.of(template).stream()
                .map(settings -> new QueueTrigger(
                        settings,
                        queues.url(settings.queue()),
                        settings.deadLetters().map(queues::url),
                        sqs,
                        functions))
                .toList();
    }

    /// Whether messages of a queue are being handled.
    public boolean isWorking() {
        return triggers.stream().anyMatch(QueueTrigger::isWorking);
    }

    public void start() {
        triggers.forEach(QueueTrigger::start);
    }

    /// Takes no more messages, and returns when those taken have been worked on.
    public void pause() throws InterruptedException {
        for (QueueTrigger trigger : triggers) {
            trigger.gate().pause();
        }
    }

    public void resume() {
        triggers.forEach(trigger -> trigger.gate().resume());
    }

    @Override
    public void close() {
        triggers.forEach(QueueTrigger::close);
    }
}
